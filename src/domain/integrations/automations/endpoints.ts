import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, integer, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { channelDoesNotExist } from '../../channels/channels/rules'
import { humansButGuests, mustBeOwner, owners } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { OWNER } from '../../people/users/user'
import {
  changeAutomation,
  createAutomation,
  getManagedAutomation,
  getOwnAutomation,
  removeAutomation,
  stopAllAutomations,
} from './actions'
import { addressToken, signingSecret } from './address'
import { actionsShape, automationShape, OUTCOMES, triggerShape } from './automation'
import { AUTOMATIONS_PER_USER, MAX_AUTOMATIONS, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, RUNS_KEPT } from './limits'
import {
  automationNameIsInvalid,
  noSuchAutomation,
  onlyStopped,
  timeHasPassed,
  tooManyAutomations,
  urlIsInvalid,
  urlIsPrivate,
} from './rules'
import { allAutomations, automationsOf, runsOf } from './storage'
import { tryAutomation } from './trial'

const automationId = { automation_id: integer() }
const makingErrors = [
  automationNameIsInvalid,
  insufficientPermission,
  channelDoesNotExist,
  urlIsInvalid,
  urlIsPrivate,
  timeHasPassed,
]

export const addAutomation = endpoint.decision({
  route: 'POST /parley/automations',
  summary: 'Create an automation: what the server does for you when something happens.',
  note: `It acts with your rights, which are checked at each run. A user has at most ${AUTOMATIONS_PER_USER}, and an organization ${MAX_AUTOMATIONS}. A name has at most ${MAX_NAME_LENGTH} characters.`,
  caller: humansButGuests,
  params: { name: shortText(), trigger: triggerShape, actions: actionsShape },
  returns: { automation: automationShape },
  errors: [...makingErrors, tooManyAutomations],
  decide: (realm, actor, requested) => ({ automation: createAutomation(realm, actor, requested) }),
})

export const tryOutAutomation = endpoint.decision({
  route: 'POST /parley/automations/try',
  summary: 'Find out what an automation would do now. Nothing is sent, and no address is called.',
  note: '`text` is the message, the body of the webhook or the answers of the form. After a refused step nothing follows.',
  caller: humansButGuests,
  params: {
    name: shortText(),
    trigger: triggerShape,
    actions: actionsShape,
    text: optional(text(MAX_TEXT_LENGTH), ''),
  },
  returns: {
    starts: v.boolean(),
    steps: v.array(
      named(
        'TriedStep',
        v.strictObject({
          kind: v.picklist(['send', 'write_to_person', 'create_topic', 'add_to_group', 'remind', 'call']),
          topic: v.nullable(v.string()),
          text: v.string(),
          refusal: v.nullable(v.string()),
        }),
      ),
    ),
  },
  errors: makingErrors,
  decide: (realm, actor, { text, ...requested }) => tryAutomation(realm, actor, requested, text),
})

export const getAutomations = endpoint.decision({
  route: 'GET /parley/automations',
  summary: 'Get your automations. Owners can also get those of all users.',
  caller: humansButGuests,
  params: { of_all: optional(boolean(), false) },
  returns: { automations: v.array(automationShape) },
  errors: [mustBeOwner],
  decide: (realm, { user_id, role }, { of_all }) => {
    if (of_all && role !== OWNER) throw mustBeOwner({})
    return { automations: of_all ? [...allAutomations(realm)] : automationsOf(realm, user_id) }
  },
})

export const updateAutomation = endpoint.decision({
  route: 'PATCH /parley/automations/:automation_id',
  summary: 'Change, stop or enable an automation.',
  note: 'An owner can stop those of others, and change nothing else of them. Runs that wait end when it is stopped.',
  caller: humansButGuests,
  params: {
    ...automationId,
    name: optional(shortText()),
    trigger: optional(triggerShape),
    actions: optional(actionsShape),
    is_enabled: optional(boolean()),
  },
  returns: {},
  errors: [...makingErrors, noSuchAutomation, onlyStopped],
  decide: (realm, actor, { automation_id, ...changes }) => changeAutomation(realm, actor, automation_id, changes),
})

export const deleteAutomation = endpoint.decision({
  route: 'DELETE /parley/automations/:automation_id',
  summary: 'Delete an automation and its runs. Owners can delete those of others.',
  caller: humansButGuests,
  params: automationId,
  returns: {},
  errors: [noSuchAutomation],
  decide: (realm, actor, { automation_id }) => removeAutomation(realm, actor, automation_id),
})

export const stopAutomations = endpoint.decision({
  route: 'POST /parley/automations/stop',
  summary: 'Stop all automations of the organization.',
  caller: owners,
  params: {},
  returns: {},
  errors: [],
  decide: (realm) => stopAllAutomations(realm),
})

export const getAutomationRuns = endpoint.decision({
  route: 'GET /parley/automations/:automation_id/runs',
  summary: `Get the last ${RUNS_KEPT} runs of an automation, the newest first.`,
  note: '`skipped` means that too many runs began in a minute. `step` is how many actions are done.',
  caller: humansButGuests,
  params: automationId,
  returns: {
    runs: v.array(
      named(
        'AutomationRun',
        v.strictObject({
          id: v.number(),
          created_at: v.number(),
          person_id: v.nullable(v.number()),
          message_id: v.nullable(v.number()),
          outcome: v.picklist(OUTCOMES),
          step: v.number(),
          reason: v.nullable(v.string()),
        }),
      ),
    ),
  },
  errors: [noSuchAutomation],
  decide: (realm, actor, { automation_id }) => ({
    runs: runsOf(realm.sql, getManagedAutomation(realm, actor, automation_id).id).map(
      ({ id, created_at, person_id, message_id, outcome, step, reason }) => ({
        id,
        created_at,
        person_id,
        message_id,
        outcome,
        step,
        reason,
      }),
    ),
  }),
})

export const getAutomationSecrets = endpoint.decision({
  route: 'GET /parley/automations/:automation_id/secrets',
  summary: 'Get the address that starts your automation, and the secret that signs its calls.',
  caller: humansButGuests,
  params: automationId,
  returns: { url: v.string(), secret: v.string() },
  verbatim: true,
  errors: [noSuchAutomation],
  decide: (realm, actor, { automation_id }) => {
    const automation = getOwnAutomation(realm, actor, automation_id)
    return { token: addressToken(realm, automation), secret: signingSecret(realm, automation) }
  },
  present: (edge, { token, secret }) => ({ url: `${edge.realm_url}/automations/${token}`, secret }),
})
