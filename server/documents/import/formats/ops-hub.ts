import { isInstance, openInstance } from '../../instance/source.ts';
import type { Format } from './format.ts';

/** An export of a whole instance of this product. */
export const opsHub: Format = {
  name: 'Ops Hub',
  isMine: isInstance,
  open: async (archive) => {
    const { problems, ...instance } = await openInstance(archive);
    return { pages: [], files: [], problems, instance };
  },
};
