import * as v from 'valibot'
import { integer, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { getVisibleMessage } from '../../messages/access/access'
import { getMessage } from '../../messages/fetching/endpoints'
import { invalidMessage } from '../../messages/message-index/rules'
import { versionsOfIds } from '../../messages/message-index/version-storage'
import {
  findAnswer,
  MAX_ANSWER_AGE_SECONDS,
  MAX_ANSWER_CHARACTERS,
  translationOf,
  writeAnswer,
} from '../../messages/model-answers/storage'
import { anyUser } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import type { Realm } from '../../../realm'
import { askingSteps, askModel } from './ask-model'
import { askingErrors, unknownLanguage } from './errors'
import { noteAnswer, requireMayAsk, requireModel } from './model'
import { languageNamed, questionAboutTranslation } from './prompt-rules'

type Result = { content: string; is_stored: boolean }

export const translateMessage = endpoint.twoStep({
  route: 'POST /parley/messages/:message_id/translation',
  summary: 'Translate a message, with the language model of the organization.',
  note: 'The translation is plain text by a model, which can be wrong. The server asks the model once for all readers of a language: `is_stored` says that it answered earlier. An edit and a deletion of the message delete the translation.',
  caller: anyUser,
  params: { message_id: integer(), language: text(35) },
  returns: { content: v.string(), is_stored: v.boolean() },
  errors: [...askingErrors, insufficientPermission, invalidMessage, unknownLanguage],
  steps: askingSteps,
  decide: (realm, user, { message_id, language: tag }) => {
    requireMayAsk(realm, user)
    requireModel(realm)
    const language = languageNamed(tag)
    if (language === undefined) throw unknownLanguage({})
    const { id } = getVisibleMessage(realm, user, message_id)
    const stored = findAnswer(realm.sql, translationOf(id, tag), realm.now() - MAX_ANSWER_AGE_SECONDS)
    if (stored !== undefined) return { done: resultOf(stored, true) }
    return { begun: { language, version: versionOf(realm, id) } }
  },
  work: async (edge, { language, version }, { message_id, language: tag }) => {
    const { raw_content } = v.parse(contentShape, await edge.call(getMessage, { message_id }))
    const { text: answer, ...tokens } = await askModel(edge, questionAboutTranslation(raw_content, language))
    return { message_id, tag, version, content: answer.slice(0, MAX_ANSWER_CHARACTERS), ...tokens }
  },
  finish: (realm, user, { message_id, tag, version, content, ...tokens }) => {
    noteAnswer(realm, tokens)
    const { id } = getVisibleMessage(realm, user, message_id)
    // If the message changed meanwhile, the translation is of an earlier text.
    if (versionOf(realm, id) === version)
      writeAnswer(realm, { question: translationOf(id, tag), message_id: id, content })
    return resultOf(content, false)
  },
})

const contentShape = v.object({ raw_content: v.string() })

const resultOf = (content: string, is_stored: boolean): Result => ({ content, is_stored })

const versionOf = (realm: Realm, id: number): number => versionsOfIds(realm.sql, [id]).get(id) ?? 0
