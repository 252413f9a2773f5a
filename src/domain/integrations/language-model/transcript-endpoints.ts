import * as v from 'valibot'
import { integer, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { filesUnavailable } from '../../../store/files'
import { attachmentsInMessages } from '../../files/attachments/storage'
import { getVisibleMessage } from '../../messages/access/access'
import { invalidMessage } from '../../messages/message-index/rules'
import {
  findAnswer,
  MAX_ANSWER_AGE_SECONDS,
  MAX_ANSWER_CHARACTERS,
  transcriptOf,
  writeAnswer,
} from '../../messages/model-answers/storage'
import { anyUser } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { askingErrors, noSuchSound, soundIsTooLarge, speechIsNotChosen } from './errors'
import { requireMayAsk, requireSpeechModel } from './model'
import { transcriptSteps, transcribe } from './transcribe'
import { MAX_SOUND_BYTES } from './transcript-rules'

type Place = { message_id: number; path_id: string }

export const transcribeVoice = endpoint.twoStep({
  route: 'POST /parley/messages/:message_id/transcript',
  summary:
    'Get the words of a voice message, or of another file with sound, from the language model of the organization.',
  note: '`path_id` is the address of the file after `/user_uploads/`. The text is plain text by a model, which can be wrong. The server asks the model once for all readers: `is_stored` says that it answered earlier.',
  caller: anyUser,
  params: { message_id: integer(), path_id: shortText() },
  returns: { content: v.string(), is_stored: v.boolean() },
  errors: [
    ...askingErrors,
    speechIsNotChosen,
    insufficientPermission,
    invalidMessage,
    noSuchSound,
    soundIsTooLarge,
    filesUnavailable,
  ],
  steps: transcriptSteps,
  decide: (realm, user, place) => {
    requireMayAsk(realm, user)
    requireSpeechModel(realm)
    const { question, file } = getSound(realm, user, place)
    const stored = findAnswer(realm.sql, question, realm.now() - MAX_ANSWER_AGE_SECONDS)
    if (stored !== undefined) return { done: { content: stored, is_stored: true } }
    if (file.size > MAX_SOUND_BYTES) throw soundIsTooLarge({})
    return { begun: { key: file.key, name: file.name, content_type: file.content_type } }
  },
  work: async (edge, { key, ...file }, place) => {
    const bytes = await edge.files.read(key)
    const content = await transcribe(edge, { bytes, ...file })
    return { ...place, content: content.slice(0, MAX_ANSWER_CHARACTERS) }
  },
  finish: (realm, user, { content, ...place }) => {
    // The message may have been deleted while the model worked.
    const { question, message_id } = getSound(realm, user, place)
    writeAnswer(realm, { question, message_id, content })
    return { content, is_stored: false }
  },
})

/** Returns a file with sound that a message has. Throws if the user cannot read the message. */
function getSound(realm: Realm, user: User, { message_id, path_id }: Place) {
  const { id } = getVisibleMessage(realm, user, message_id)
  const file = attachmentsInMessages(realm.sql, [id]).find((attachment) => attachment.path_id === path_id)
  if (!file?.content_type.startsWith('audio/')) throw noSuchSound({})
  return { question: transcriptOf(id, file.id), message_id: id, file }
}
