import { pauseFor } from './pace'
import { busy } from './problem'

/** A picture waits in memory, or for its file. */
const MAX_WAITING = 40
/** The Worker has thirty seconds after its response, and a picture takes up to two. */
const MAX_WAITING_PER_ACCOUNT = 8
const LOOKS_EVERY_MS = 20
/** The platform ends requests without a word. The others wait no longer for such a request. */
const DEAD_AFTER_MS = 15_000

/** A request with a picture. `seen`: when it last was alive. In each round, each account has one picture. */
type Turn = { account: string; round: number; seen: number }

let waiting: Turn[] = []
let current: Turn | undefined
let round = 0

/**
 * Starts the work when no other picture is being made in this isolate, because all requests share its memory. Accounts take turns,
 * so an account with many pictures delays only itself. Throws if many wait. The work calls `isAlive` from time to time.
 *
 * Each request looks by itself whether it is its turn: one that waited for another one would wait for ever if that one ended.
 */
export async function inTurn<Result>(account: string, work: (isAlive: () => void) => Promise<Result>): Promise<Result> {
  const own = enter(account)
  await untilTurn(own)
  try {
    return await work(() => (own.seen = Date.now()))
  } finally {
    if (current === own) current = undefined
  }
}

function enter(account: string): Turn {
  forgetDead()
  const rounds = waiting.filter((turn) => turn.account === account).map((turn) => turn.round)
  if (waiting.length >= MAX_WAITING || rounds.length >= MAX_WAITING_PER_ACCOUNT) throw busy()
  if (current?.account === account) rounds.push(round)
  const own = { account, round: Math.max(round, ...rounds.map((each) => each + 1)), seen: Date.now() }
  waiting.push(own)
  return own
}

async function untilTurn(own: Turn): Promise<void> {
  for (;;) {
    own.seen = Date.now()
    forgetDead()
    if (current === undefined && next() === own) break
    await pauseFor(LOOKS_EVERY_MS)
  }
  waiting = waiting.filter((turn) => turn !== own)
  current = own
  round = own.round
}

/** Returns the one that came first of those of the lowest round. */
const next = (): Turn | undefined => {
  const lowest = Math.min(...waiting.map((turn) => turn.round))
  return waiting.find((turn) => turn.round === lowest)
}

function forgetDead(): void {
  const isAlive = ({ seen }: Turn) => Date.now() - seen < DEAD_AFTER_MS
  waiting = waiting.filter(isAlive)
  if (current && !isAlive(current)) current = undefined
}
