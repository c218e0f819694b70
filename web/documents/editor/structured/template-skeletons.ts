import type { TemplateType } from '../../../../contract/shared/document-words.ts';

/** What a new document of each type begins with: its headings, each with what belongs there. */
const SKELETONS: Record<TemplateType, string> = {
  general: `## Summary

What this article is about, in two sentences.

## Details

## Related

- Documents and servers that belong to this
`,
  server_setup: `## Server

| | |
| --- | --- |
| Name | |
| Role | |
| Operating system | |
| Address | |

## Before You Start

- [ ] The change is approved
- [ ] Backup and access are in place

## Installation

1. Install the operating system
2. Join the domain
3. Apply patches

## Configuration

## Verification

- [ ] The service answers
- [ ] Monitoring sees the server
- [ ] The backup has run once
`,
  network_config: `## Scope

Which sites, devices and networks this covers.

## Addresses

| Network | VLAN | Gateway | Purpose |
| --- | --- | --- | --- |
| | | | |

## Configuration

\`\`\`
\`\`\`

## Verification

- [ ] The route is there from both sides
- [ ] Only the ports that are needed are open

## Rollback

How the state before is brought back.
`,
  security_audit: `## Scope

Systems, dates and who took part.

## Checks

- [ ] Accounts and group memberships
- [ ] Patch level
- [ ] Open ports and services
- [ ] Certificates and their expiry
- [ ] Logging and alerting
- [ ] A backup was restored as a test

## Findings

| Finding | Severity | Owner | Due |
| --- | --- | --- | --- |
| | | | |

## Conclusion
`,
  maintenance: `## Purpose

What is maintained, how often, and why.

## Window

When it may be done and who must know of it.

## Before

- [ ] People are told
- [ ] Alerts are silenced
- [ ] A fresh backup is there

## Steps

1. Check the state before

## After

- [ ] Services answer
- [ ] Alerts are on again

## Rollback

When to stop, and how to go back.
`,
  troubleshooting: `## Symptom

What people see, with the exact error message.

## Affected

## Likely Causes

1. The most frequent one

## Diagnosis

\`\`\`
\`\`\`

## Resolution

1. What mends it

## Escalation

Whom to call, and what they need to know.
`,
  work_instruction: `## Purpose

## Scope

Who does this, where and when.

## Prerequisites

- Access
- Tools

## Instructions

1. First step
2. Second step

## Verification

- [ ] How to tell that it worked

## If It Goes Wrong

How to undo it, and whom to call.
`,
  how_to_guide: `## Purpose

What this guide achieves, and when to use it.

## Steps

### Step 1: Check before you start

What must be true, and how to see it.

### Step 2: Make the change

### Step 3: Check the result
`,
  build_document: `## Build Steps

### Step 1: Initial System Preparation

#### Objective

The machine is ready for the operating system.

#### Actions

1. Check the hardware against the order
2. Update the firmware

### Step 2: Operating System

## Post-Build Tasks

- Add the server to monitoring
- Add the server to the backup

## Completion Checklist

- [ ] The build is reviewed by a second person
- [ ] The server is in the inventory
`,
};

/**
 * The text that a new document takes on with its type: the type's skeleton where nothing was written yet or only another
 * skeleton stands there, else what was written.
 */
export function contentForType(content: string, templateType: TemplateType | null): string {
  const isUntouched = content.trim() === '' || Object.values(SKELETONS).includes(content);
  if (!isUntouched) return content;
  return templateType ? SKELETONS[templateType] : '';
}
