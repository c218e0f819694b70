import { Activity, Bot, FilePenLine, type LucideIcon, ShieldCheck, Users, Zap } from 'lucide-react';

type Feature = { Icon: LucideIcon; title: string; text: string };

/** What the product does; nothing here that it does not. */
export const FEATURES: Feature[] = [
  {
    Icon: FilePenLine,
    title: 'Smart Documentation',
    text: 'Write runbooks, work instructions and build documents. Every save keeps a version you can compare and restore.',
  },
  {
    Icon: Activity,
    title: 'Infrastructure Monitoring',
    text: 'One inventory of every server, with status, usage and real health checks. Unknown is shown as unknown.',
  },
  {
    Icon: Bot,
    title: 'AI Assistant',
    text: 'Ask about servers, documentation and troubleshooting. Answers come from your own inventory and pages.',
  },
  {
    Icon: Users,
    title: 'Team Collaboration',
    text: 'Who runs what, and who changed it. Invitations, roles and a record of each change.',
  },
  {
    Icon: ShieldCheck,
    title: 'Enterprise Security',
    text: 'E-mail or Google sign-in, two-factor, passkeys, and an administrator approves every account.',
  },
  {
    Icon: Zap,
    title: 'High Performance',
    text: 'Lists answer as you type, and everything is reached from the keyboard.',
  },
];
