// Server-sent events, read so that a refusal can be told and a run can be stopped.

import { parse, refusedBy } from "./api.js";

/** The events of an address, each as JSON. @param {string} path @param {AbortSignal} signal */
export async function* events(path, signal) {
  const answer = await fetch(path, {
    signal,
    headers: { accept: "text/event-stream, application/json" },
  });
  if (!answer.ok || !answer.body) throw refusedBy(answer.status, parse(await answer.text()));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (waiting + value).split(/\r?\n/);
    waiting = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
  }
}
