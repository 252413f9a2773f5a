import { ApiError } from '../../../api/errors'
import type { RateLimit } from '../../../api/rate-limit'
import type { Realm } from '../../../realm'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import { undone } from '../../../store/undone'
import type { User } from '../../people/users/user'
import { act, type Result, type Occasion } from './act'
import { requireAllowed, type NewAutomation } from './actions'
import type { Action } from './automation'
import { hasWords } from './rules'

const TRIAL_LIMITS: readonly RateLimit[] = [{ seconds: 60, most: 30 }]
const trials = requestCounts()

/** What an action would do, or why it would be refused. After a refusal nothing follows. */
export type TriedStep = { kind: Action['kind']; topic: string | null; text: string; refusal: string | null }

/**
 * Returns what an automation of the actor would do now, about a message `text` of the actor. Does its actions, with all their
 * checks, and undoes them: nothing is sent. Addresses are not called.
 */
export function tryAutomation(realm: Realm, actor: User, requested: NewAutomation, text: string) {
  requireAllowed(realm, actor, requested)
  limitRequest(realm, trials, String(actor.user_id), TRIAL_LIMITS)
  const { trigger, actions } = requested
  const stream_id = 'stream_id' in trigger ? trigger.stream_id : undefined
  const place =
    stream_id === undefined ? undefined : { stream_id, topic: trigger.kind === 'form' ? trigger.title : '…' }
  const person = trigger.kind === 'time' || trigger.kind === 'webhook' ? undefined : actor
  const starts = trigger.kind !== 'message' || hasWords(text, trigger.words)
  const occasion = { maker: actor, person, place, text }
  return { starts, steps: undone(realm, () => stepsOf(realm, actions, occasion)) }
}

function stepsOf(realm: Realm, actions: readonly Action[], occasion: Occasion): TriedStep[] {
  const steps: TriedStep[] = []
  for (const action of actions) {
    const step = tried(realm, occasion, action)
    steps.push(step)
    if (step.refusal !== null) break
  }
  return steps
}

function tried(realm: Realm, occasion: Occasion, action: Action): TriedStep {
  const { kind } = action
  const step = ({ topic = null, text }: { topic?: string | null; text: string }, refusal: string | null = null) => ({
    kind,
    topic,
    text,
    refusal,
  })
  try {
    const done: Result = action.kind === 'call' ? { text: action.url } : act(realm, occasion, action)
    return step(done)
  } catch (error) {
    if (error instanceof ApiError) return step({ text: '' }, error.message)
    throw error
  }
}
