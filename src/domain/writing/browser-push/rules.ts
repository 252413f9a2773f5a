import { SECONDS_PER_DAY } from '../../realm/settings/periods'

type Push = { waiting: readonly number[]; failed: readonly number[]; attempts: number }

/** Begins the next round if each browser of this round had its turn. The browsers that failed wait again. */
export const nextRound = <Waiting extends Push>(push: Waiting): Waiting =>
  push.waiting.length > 0 ? push : { ...push, waiting: push.failed, failed: [], attempts: push.attempts + 1 }

/** Returns the seconds that a notification of a message is still useful: at most a day after the message. */
export const usefulSeconds = (sent_at: number, now: number): number => Math.max(0, sent_at + SECONDS_PER_DAY - now)
