import { emptyBuildStep, newBuild, writeBuild } from '../../contract/shared/build-document.ts';
import { DocumentInput } from '../../contract/calls/documents.ts';
import { type TemplateType } from '../../contract/shared/document-words.ts';
import { emptyHowTo, emptyStep, writeHowTo } from '../../contract/shared/how-to.ts';
import { SERVICES, type Service } from './inventory.ts';

export type DemoPage = { input: ReturnType<typeof DocumentInput.parse>; service: Service };

type Kind = { type: TemplateType; title: string; category: string };
const TECHNICAL: [Kind, ...Kind[]] = [
  { type: 'server_setup', title: 'Server setup:', category: 'Server Setup' },
  { type: 'network_config', title: 'Network of the', category: 'Network' },
  { type: 'security_audit', title: 'Security audit of the', category: 'Security' },
  { type: 'maintenance', title: 'Maintenance window of the', category: 'Maintenance' },
  { type: 'troubleshooting', title: 'Troubleshooting the', category: 'Troubleshooting' },
];

/** Five documents about each of the twelve services, one of each type. */
export const demoPages = (): DemoPage[] =>
  SERVICES.flatMap((service, n) =>
    [overview, workInstruction, howTo, build, technical].map((make) => ({
      service,
      input: DocumentInput.parse({
        isPublished: n % 5 !== 4,
        technology: service.uses.slice(0, 50),
        tags: [service.word, service.name.split(' ').at(-1) ?? '', 'demo'],
        ...make(service, n),
      }),
    })),
  );

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const hostOf = ({ word }: Service) => `syd-${word}-01`;

const overview = (service: Service) => ({
  title: `${capital(service.name)}: overview`,
  category: 'Overview',
  templateType: null,
  excerpt: `What the ${service.name} does, who needs it and where it runs.`,
  content: `## What it is for

The ${service.name} runs ${service.uses}. Sydney is the first site; the others take over when it is away.

## Where it runs

| Site | First host |
| --- | --- |
| Sydney | \`${hostOf(service)}\` |
| Melbourne | \`mel-${service.word}-01\` |
| Dublin | \`dub-${service.word}-01\` |

## Who needs it

Shops and offices of the region. Tell the service desk before planned work.
`,
});

const workInstruction = (service: Service) => ({
  title: `Restart the ${service.name}`,
  category: 'Operations',
  templateType: 'work_instruction' as const,
  excerpt: `For when ${service.uses} hangs and the ${service.name} no longer answers.`,
  content: `## Before you start

1. Look whether somebody works on \`${hostOf(service)}\` already.
2. Tell the service desk.

## Restart

\`\`\`sh
ssh ${hostOf(service)}
sudo systemctl restart ${service.word}
systemctl status ${service.word}
\`\`\`

## Afterwards

- The check of \`${hostOf(service)}\` is good again.
- No errors in the log of the last five minutes.
`,
});

const howTo = (service: Service) => ({
  title: `How to patch the ${service.name}`,
  category: 'Patching',
  templateType: 'how_to_guide' as const,
  excerpt: `Monthly updates of ${service.uses} without an outage.`,
  content: writeHowTo({
    ...emptyHowTo(),
    purpose: `Bring the ${service.name} up to date, one site after the other.`,
    accessRequired: 'Administrator on the hosts',
    toolsNeeded: 'ssh, the change calendar',
    dependencies: 'An approved change',
    steps: [
      ['Take the site out', `Set \`${hostOf(service)}\` to maintenance in the inventory.`],
      ['Install the updates', '```sh\nsudo apt-get update\nsudo apt-get upgrade\n```'],
      ['Restart and look', 'Restart the host and wait until its check is good.'],
      ['Put the site back', 'Set it to online and go on with the next one.'],
    ].map(([title = '', description = '']) => ({ ...emptyStep(), title, description })),
    tips: ['Never two sites on one day', 'Note the kernel before and after'],
  }),
});

const build = (service: Service) => ({
  title: `Build of ${hostOf(service)}`,
  category: 'Builds',
  templateType: 'build_document' as const,
  excerpt: `How the first ${service.name} of Sydney was built.`,
  content: writeBuild({
    ...newBuild(),
    serverName: hostOf(service),
    buildEngineer: 'Amelia Hart',
    environment: 'Production',
    serverType: 'Virtual',
    osVersion: 'Debian 12',
    serverPurpose: capital(service.name),
    keyServices: capital(service.uses),
    networkRequirements: 'One address in the Secure Zone',
    storageRequirements: '40 GB for the system, 200 GB for data',
    buildSteps: ['Prepare the machine', `Install ${service.uses}`, 'Join the backup'].map((title, n) => ({
      ...emptyBuildStep(n + 1, title),
      objective: `${title} as the standard says, and note what differs.`,
    })),
    postBuildTasks: ['Add it to the inventory', 'Configure its check'],
    troubleshootingNotes: ['No address after the first start: look at the VLAN of the port'],
    completionChecklist: ['Backup ran once', 'Restart survived'],
  }),
});

const technical = (service: Service, n: number) => {
  const { type, title, category } = TECHNICAL[n % TECHNICAL.length] ?? TECHNICAL[0];
  return {
    title: `${title} ${service.name}`,
    category,
    templateType: type,
    isTemplate: n % 4 === 0,
    excerpt: `${category}: what to look at on the ${service.name}, in order.`,
    content: `## What to look at

1. The log of ${service.uses} on \`${hostOf(service)}\`.
2. Disk and memory of the last seven days.
3. Who signed in since the last time.

## Signs of trouble

> ${capital(service.uses)} answers slowly for more than five minutes.

Restart it as the work instruction says, then look for the cause.
`,
  };
};
