/** Like `fetch`, but cuts off a response that exceeds the limit. The request's signal ends the wait. */
export const boundedFetch =
  (mostBytes: number): typeof fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    if (!answer.body) return answer;
    let bytes = 0;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > mostBytes) controller.error(new Error('The answer is too large'));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, answer);
  };
