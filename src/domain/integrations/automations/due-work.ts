import { ApiError } from '../../../api/errors'
import { oneAtATime } from '../../../events/one-at-a-time'
import type { Realm } from '../../../realm'
import { attemptsOf, pauseAfter } from '../../../store/retry-schedules'
import { sendToAddress } from '../../accounts/outgoing-webhooks/request-webhook'
import type { WebhookRequest } from '../../accounts/outgoing-webhooks/payload'
import { outsideOf } from '../../realm/settings/outside-policy'
import { nextWakeTime } from '../../writing/scheduled-messages/rules'
import { act } from './act'
import { stopAfterLoss } from './actions'
import type { Automation, Run, RunOutcome } from './automation'
import { callBody, occasionOf } from './occasion'
import { startTimedRuns } from './start'
import { allAutomations, dueRuns, findAutomation, findRun, nextRunTime, writeRun } from './storage'

const RUNS_AT_ONCE = 4
// Longer than the time limit of a request, so the realm never makes two attempts of one call at the same time.
const ATTEMPT_SECONDS = 30

/** Does what runs are for. The runs of one automation are done one after the other. A slow program delays no other automation. */
export const runAutomations = oneAtATime('run_automations', RUNS_AT_ONCE, (realm: Realm) =>
  allAutomations(realm).length === 0
    ? undefined
    : {
        begin: (busy, count) => {
          realm.transaction(() => startTimedRuns(realm))
          return dueRuns(realm.sql, realm.now(), count, busy)
        },
        keyOf: ({ automation_id }) => automation_id,
        work: (run) => doRun(realm, run),
        nextTime: (busy) => nextTime(realm, busy),
      },
)

function nextTime(realm: Realm, busy: ReadonlySet<number>): number | undefined {
  const times = allAutomations(realm).map(({ is_enabled, due_at }) => (is_enabled ? due_at : null))
  const next = Math.min(...[nextRunTime(realm.sql, busy), ...times].map((time) => time ?? Infinity))
  return next === Infinity ? undefined : nextWakeTime(realm.now(), next)
}

/** Does the actions that are left. Each is done in one transaction with its mark, so it is done once, even if the object stops. */
async function doRun(realm: Realm, { id, message_id }: Run): Promise<void> {
  const body = message_id === null ? undefined : await realm.bodies.loadOne(message_id)
  for (;;) {
    const next = doNext(realm, id, body?.content ?? '')
    if (next === 'ended') return
    if (next === 'done') continue
    const outcome = await sendToAddress(outsideOf(realm), next.request)
    realm.metrics.add('failure' in outcome ? 'webhooks_failed' : 'webhooks_sent')
    const goesOn = realm.transaction(() => finishCall(realm, next.run, outcome))
    if (!goesOn) return
  }
}

type Call = { run: Run; request: WebhookRequest }

/** Does the next action, or begins the call that is next. A refusal ends the run. */
function doNext(realm: Realm, id: number, content: string): 'ended' | 'done' | Call {
  try {
    return realm.transaction(() => {
      const run = findRun(realm.sql, id)
      const automation = run && findAutomation(realm, run.automation_id)
      if (run?.outcome !== 'waiting') return 'ended'
      // Without an automation, its maker was erased.
      return automation?.is_enabled ? doStep(realm, automation, run, content) : end(realm, run, 'stopped')
    })
  } catch (error) {
    realm.transaction(() => {
      const run = findRun(realm.sql, id)
      if (run) end(realm, run, error instanceof ApiError ? 'refused' : 'failed', reasonOf(error))
    })
    // Any other error is a bug of the server, so it must also reach the log.
    if (!(error instanceof ApiError)) throw error
    return 'ended'
  }
}

function doStep(realm: Realm, automation: Automation, run: Run, content: string): 'ended' | 'done' | Call {
  const action = automation.actions[run.step]
  if (action === undefined) return end(realm, run, 'done')
  const occasion = occasionOf(realm, automation, run, content)
  if ('lost' in occasion) {
    stopAfterLoss(realm, automation, occasion.lost.message)
    return end(realm, run, 'refused', occasion.lost.message)
  }
  if (action.kind === 'call')
    return beginCall(realm, run, callBody(realm, automation, { run, occasion, url: action.url }))
  act(realm, occasion, action)
  writeRun(realm.sql, { ...run, step: run.step + 1 })
  return 'done'
}

// A call with no attempt left is one whose last attempt stopped the object. It must not stop it again.
function beginCall(realm: Realm, run: Run, request: WebhookRequest): 'ended' | Call {
  if (run.attempts >= attemptsOf('outgoing_webhook')) return end(realm, run, 'failed', 'it did not answer')
  const begun = { ...run, attempts: run.attempts + 1, due_at: realm.now() + ATTEMPT_SECONDS }
  writeRun(realm.sql, begun)
  return { run: begun, request }
}

/** Writes how a call ended. Returns whether the next action follows. */
function finishCall(
  realm: Realm,
  run: Run,
  outcome: { failure: string; canRetry: boolean } | { text: string },
): boolean {
  const current = findRun(realm.sql, run.id)
  // Other requests ran meanwhile. An attempt that was given up was followed by another, whose outcome counts.
  if (current?.outcome !== 'waiting' || current.attempts !== run.attempts) return false
  if (!('failure' in outcome)) {
    writeRun(realm.sql, { ...run, step: run.step + 1, attempts: 0, due_at: realm.now() })
    return true
  }
  const pause = outcome.canRetry ? pauseAfter('outgoing_webhook', run.attempts) : undefined
  if (pause === undefined) end(realm, run, 'failed', outcome.failure)
  else writeRun(realm.sql, { ...run, due_at: realm.now() + pause })
  return false
}

function end(realm: Realm, run: Run, outcome: RunOutcome, reason: string | null = null): 'ended' {
  writeRun(realm.sql, { ...run, outcome, reason, text: '' })
  return 'ended'
}

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : 'Internal server error')
