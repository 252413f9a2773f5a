import * as v from 'valibot'
import { endpoint } from '../../../edge'
import { dayOf, SECONDS_PER_DAY } from '../../../store/days'
import { owners } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { keyOfServer } from '../../realm/secrets/key-of-server'
import { askingSteps, askModel } from './ask-model'
import { askingErrors, modelIsIncomplete } from './errors'
import { noteAnswer, originOfKey, removeKey, writeKey } from './model'
import { DAYS_OF_USAGE, usageSince } from './usage-storage'

const dayShape = v.strictObject({
  day: v.string(),
  requests: v.number(),
  failures: v.number(),
  input_tokens: v.number(),
  output_tokens: v.number(),
})

export const getLanguageModel = endpoint.decision({
  route: 'GET /parley/language_model',
  summary:
    'Get how often the organization asked its language model in the last 30 days, and for which server it has a key.',
  note: 'Owners choose the model in the settings `parley_language_model`, `parley_language_model_url` and `parley_language_model_name`. The provider of the model says what a token costs.',
  caller: owners,
  params: {},
  returns: { key_for: v.nullable(v.string()), days: v.array(dayShape) },
  errors: [],
  decide: (realm) => ({
    key_for: originOfKey(realm) ?? null,
    days: usageSince(realm.sql, dayOf(realm.now()) - DAYS_OF_USAGE + 1).map(({ day, ...figures }) => ({
      day: new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10),
      ...figures,
    })),
  }),
})

export const setLanguageModelKey = endpoint.decision({
  route: 'POST /parley/language_model/key',
  summary: 'Store the key that the server sends to the chosen address, as a `Bearer` token. No answer has it.',
  note: 'Only the server of the address that is chosen now gets it. For another one, owners store a key again.',
  caller: owners,
  params: { key: keyOfServer },
  returns: {},
  errors: [modelIsIncomplete, encryptionIsNotConfigured],
  decide: (realm, actor, { key }) => writeKey(realm, actor, key),
})

export const deleteLanguageModelKey = endpoint.decision({
  route: 'DELETE /parley/language_model/key',
  summary: 'Delete the key for the language model.',
  caller: owners,
  params: {},
  returns: {},
  errors: [],
  decide: (realm, actor) => removeKey(realm, actor),
})

const TRIAL = { instruction: 'Answer with one friendly word.', data: 'Hello' }
const MAX_SHOWN_CHARACTERS = 200

export const tryLanguageModel = endpoint.twoStep({
  route: 'POST /parley/language_model/trial',
  summary: 'Ask the language model for one word. It reads nothing of the organization.',
  caller: owners,
  params: {},
  returns: { answer: v.string() },
  errors: [...askingErrors, insufficientPermission],
  steps: askingSteps,
  decide: () => ({ begun: {} }),
  work: (edge) => askModel(edge, TRIAL),
  finish: (realm, _, { text: answer, ...tokens }) => {
    noteAnswer(realm, tokens)
    return { answer: answer.slice(0, MAX_SHOWN_CHARACTERS) }
  },
})
