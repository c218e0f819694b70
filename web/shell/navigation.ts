import {
  BellRing,
  BookOpen,
  Bot,
  Cable,
  Group,
  History,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Send,
  Server,
  SlidersHorizontal,
  Settings,
  ShieldCheck,
  Unlink,
  UserCheck,
  Users,
  UsersRound,
} from 'lucide-react';
import type { Role } from '../../contract/calls/user.ts';
import { memberPaths as paths } from '../paths.ts';

type NavigationEntry = { to: (typeof paths)[keyof typeof paths]; label: string; icon: LucideIcon };

type Section = {
  /** Heading above the entries; the first section has none. */
  title?: string;
  /** Required role; by default everybody sees it. */
  role?: Role;
  entries: NavigationEntry[];
};

/** The sidebar as data: a feature adds its entry here. */
export const NAVIGATION: Section[] = [
  {
    entries: [
      { to: paths.home, label: 'Dashboard', icon: LayoutDashboard },
      { to: paths.knowledgeBase, label: 'Knowledge Base', icon: BookOpen },
      { to: paths.infrastructure, label: 'Infrastructure', icon: Server },
      { to: paths.alerts, label: 'Alerts', icon: BellRing },
      { to: paths.assistant, label: 'Ops AI', icon: Bot },
      { to: paths.team, label: 'Team', icon: UsersRound },
      { to: paths.settings, label: 'Settings', icon: Settings },
    ],
  },
  {
    title: 'Admin',
    role: 'admin',
    entries: [
      { to: paths.approval, label: 'User Approvals', icon: UserCheck },
      { to: paths.users, label: 'Users', icon: Users },
      { to: paths.groups, label: 'Groups', icon: Group },
      { to: paths.alertRules, label: 'Alert Rules', icon: SlidersHorizontal },
      { to: paths.channels, label: 'Channels', icon: Send },
      { to: paths.alertInputs, label: 'Alert Inputs', icon: Cable },
      { to: paths.signInPolicy, label: 'Sign-in Policy', icon: ShieldCheck },
      { to: paths.audit, label: 'Audit Log', icon: History },
      { to: paths.brokenLinks, label: 'Broken Links', icon: Unlink },
      { to: paths.system, label: 'System', icon: ListChecks },
    ],
  },
];

/** The home entry is current on its exact path only, every other one also on paths below it. */
export const isCurrent = (to: string, path: string): boolean =>
  to === paths.home ? path === to : path === to || path.startsWith(`${to}/`);
