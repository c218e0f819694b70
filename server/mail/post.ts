/** A letter as people read it, in both forms. */
export type Letter = { to: string; subject: string; text: string; html: string };

/** How letters leave: the port. `send` returns when the next server has taken the letter over, and throws otherwise. */
export type Post = {
  send(letter: Letter): Promise<void>;
  close(): void;
};
