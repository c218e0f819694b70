/** Bytes of one answer; no answer of ours needs a tenth of it. */
const MOST_BYTES = 2 * 1024 * 1024;

/** As `fetch`, but an answer without end is cut off instead of kept. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!answer.body) return answer;
  let bytes = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > MOST_BYTES) controller.error(new Error('The answer of the model is too large'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, answer);
};
