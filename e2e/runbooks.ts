import sharp from 'sharp';
import { strToU8, zipSync } from 'fflate';

/** A small zip of runbooks as a team would keep them: front matter, images, links between pages, one bad file. */
export async function runbooksZip(): Promise<Buffer> {
  const graph = await sharp({ create: { width: 120, height: 40, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="teal"/></svg>';
  return Buffer.from(
    zipSync({
      'storage/volume.md': strToU8(VOLUME),
      'storage/expand.md': strToU8(EXPAND),
      'storage/images/lag.png': new Uint8Array(graph),
      'storage/images/plan.svg': strToU8(drawing),
      'windows/access.md': strToU8(ACCESS),
      'windows/broken.md': strToU8('---\ntitle: [never closed\n---\nText'),
      'NOTICE.txt': strToU8('Kept for the tests of the product.'),
    }),
  );
}

const VOLUME = `---
title: Kube Persistent Volume Filling Up
description: What to do before the volume is full.
tags: [storage, kubernetes]
category: Kubernetes
published: true
---

# KubePersistentVolumeFillingUp

The alert comes from \`SRV-AU-DB01\` (10.20.30.40).

![Lag of the last hour](images/lag.png)

![Plan](./images/plan.svg)

1. Look at the growth.
2. [Expand the volume](expand.md#steps).

<script>window.hacked = true</script>
`;

const EXPAND = `# Expand a volume

## Steps

Ask for more space, then go [back to the alert](../storage/volume.md).
`;

const ACCESS = `# Access is denied

The installer ends with 0x80070005. Run it as the local administrator.
`;

/** Files in the zip: each has exactly one outcome in the report. */
export const FILES = 7;
