import { setImmediate as nextTurn } from 'node:timers/promises';

/** Counts the turns of the event loop that others have; `stop` returns how many there were. */
export function countOtherTurns(): { stop(): Promise<number> } {
  const others = { turns: 0, areWaiting: true };
  const waiting = (async () => {
    for (; others.areWaiting; others.turns += 1) await nextTurn();
  })();
  return {
    async stop() {
      others.areWaiting = false;
      await waiting;
      return others.turns;
    },
  };
}
