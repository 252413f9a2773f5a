import * as v from 'valibot'
import { ApiError } from '../../../../api/errors'
import { boolean, integer, list, optional, text } from '../../../../api/params'
import { endpoint, step } from '../../../../edge'
import { MAX_CONTROLS, MAX_ID_CHARACTERS, MAX_OPTIONS, MAX_VALUE_CHARACTERS } from '../../../../integrations/controls'
import { fetchOutside } from '../../../../outside/fetch-outside'
import { purposes } from '../../../../outside/purposes'
import type { Realm } from '../../../../realm'
import { requireManagedBot } from '../../../accounts/bots/update-bot'
import { invalidMessage } from '../../../messages/message-index/rules'
import { noSuchBot } from '../../../people/bots/rules'
import { findPressAddress } from '../../../people/webhook-addresses/press-address-storage'
import { humans, humansButGuests, mustBeOwner } from '../../../people/users/callers'
import { insufficientPermission } from '../../../people/users/rules'
import type { User } from '../../../people/users/user'
import { encryptionIsNotConfigured } from '../../../realm/secrets/actions'
import { urlIsInvalid, urlIsPrivate } from '../../../realm/settings/callable-url'
import { sentFrom } from '../../../realm/settings/outside-policy'
import { FAILURES } from '../rules'
import { beginPress } from './actions'
import {
  removePressAddress as removeAddress,
  replacePressSecret as replaceSecret,
  setPressAddress as setAddress,
} from './address'
import { finishPress } from './answers'
import { readFirstAnswer, type PressAnswer } from './read-answer'
import { noPressAddress, noSuchControl, pressFailed, valueDoesNotFit } from './rules'

const botParam = { bot_id: integer() }
const errors = [noSuchBot, insufficientPermission, mustBeOwner]

export const getPressAddress = endpoint.decision({
  route: 'GET /parley/bots/:bot_id/press_address',
  summary: 'Get where presses on the buttons, menus and fields of a bot are sent.',
  caller: humansButGuests,
  params: botParam,
  returns: { url: v.nullable(v.string()) },
  errors,
  decide: (realm, actor, { bot_id }) => ({
    url: findPressAddress(realm.sql, requireManagedBot(realm, actor, bot_id).user_id) ?? null,
  }),
})

export const setPressAddress = endpoint.decision({
  route: 'PUT /parley/bots/:bot_id/press_address',
  summary: 'Set where presses on the buttons, menus and fields of a bot are sent.',
  note: 'The first answer has the secret of the signatures, and no later answer has it. Slack calls this address the request URL.',
  caller: humansButGuests,
  params: { ...botParam, url: text(2000) },
  returns: { secret: v.optional(v.string()) },
  verbatim: true,
  errors: [...errors, urlIsInvalid, urlIsPrivate, encryptionIsNotConfigured],
  decide: (realm, actor, { bot_id, url }) => setAddress(realm, requireManagedBot(realm, actor, bot_id), url),
})

export const replacePressSecret = endpoint.decision({
  route: 'POST /parley/bots/:bot_id/press_address/secret',
  summary: 'Replace the secret of the signatures of presses. The answer has the new one, and no later answer has it.',
  note: 'For a day, `webhook-signature` has signatures with the new secret and with the earlier one. If the earlier one `has_leaked`, it signs nothing any more. `x-slack-signature` is always made with the new one.',
  caller: humansButGuests,
  params: { ...botParam, has_leaked: optional(boolean(), false) },
  returns: { secret: v.string() },
  verbatim: true,
  errors: [...errors, noPressAddress, encryptionIsNotConfigured],
  decide: (realm, actor, { bot_id, has_leaked }) =>
    replaceSecret(realm, requireManagedBot(realm, actor, bot_id), has_leaked),
})

export const removePressAddress = endpoint.decision({
  route: 'DELETE /parley/bots/:bot_id/press_address',
  summary: 'Delete the address for presses of a bot. Its buttons, menus and fields do nothing from then on.',
  caller: humansButGuests,
  params: botParam,
  returns: {},
  errors: [...errors, noPressAddress],
  decide: (realm, actor, { bot_id }) => removeAddress(realm, requireManagedBot(realm, actor, bot_id)),
})

/** What the program may not do is a failure of the program, not of the user. */
const finish = step(async (realm: Realm, actor: User, input: { message_id: number; answer: PressAnswer }) => {
  try {
    return await finishPress(realm, actor, input)
  } catch (error) {
    if (error instanceof ApiError) throw pressFailed({ why: error.refusal.msg.replace(/\.$/, '') })
    throw error
  }
})

const id = () => text(MAX_ID_CHARACTERS)

export const pressControl = endpoint.decision({
  route: 'POST /parley/messages/:message_id/presses',
  summary: 'Press a button of a message, or choose in one of its menus.',
  note:
    'Everyone who can read the message may press. `values` has what the user chose and wrote in all menus and fields of the message. ' +
    'An answer of the program that is only for this user is in `answer`.',
  caller: humans,
  params: {
    message_id: integer(),
    block_id: id(),
    action_id: id(),
    values: optional(
      list(
        v.strictObject({ block_id: id(), action_id: id(), values: list(text(MAX_VALUE_CHARACTERS), MAX_OPTIONS) }),
        MAX_CONTROLS,
      ),
      [],
    ),
  },
  returns: {
    answer: v.optional(v.strictObject({ bot_id: v.number(), content: v.string(), rendered_content: v.string() })),
  },
  errors: [invalidMessage, noSuchControl, valueDoesNotFit, pressFailed],
  decide: (realm, actor, press) => beginPress(realm, actor, press),
  steps: { finish },
  present: async (edge, decided, { message_id }) => {
    const { url, policy, headers, body, now } = sentFrom(edge, decided)
    const result = await fetchOutside(policy, purposes.presses, { url, method: 'POST', headers, body })
    if ('failure' in result) throw pressFailed({ why: FAILURES[result.failure] })
    const { response } = result
    if (!response.ok) throw pressFailed({ why: `it answered with status ${response.status}` })
    const answer = await readFirstAnswer(await response.text(), now).catch((error: unknown) => {
      if (error instanceof ApiError) throw pressFailed({ why: 'its answer cannot be read' })
      throw error
    })
    return answer === undefined ? {} : edge.ask(finish, { message_id, answer })
  },
})
