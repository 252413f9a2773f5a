import { text } from '../../../../api/params'
import { readBody } from '../../../../api/read-fields'
import { plainJson } from '../../../../api/respond'
import { endpoint, step } from '../../../../edge'
import type { Realm } from '../../../../realm'
import { invalidMessage } from '../../../messages/message-index/rules'
import { anyone } from '../../../people/users/callers'
import { notPermittedToDelete, tooLateToDelete } from '../../../writing/deletion/rules'
import { sendingErrors } from '../../../writing/sending/errors'
import { answerPressLater, requireAnswerablePress } from './answers'
import { readLateAnswer, type PressAnswer } from './read-answer'
import { MAX_TOKEN_CHARACTERS } from '../answer-token'
import { answerIsUnreadable, LATE_ANSWER_SECONDS, MAX_LATE_ANSWERS } from '../rules'
import { answerIsLate, answerIsUnknown, pressFailed, tooManyAnswers } from './rules'

const answer = step((realm: Realm, _: undefined, { token, late }: { token: string; late: PressAnswer }) =>
  answerPressLater(realm, token, late),
)

export const answerPress = endpoint.file({
  route: 'POST site:/actions/:token',
  summary: 'Answer a press on a button or menu of a message, with its `response_url`.',
  note: `At most ${MAX_LATE_ANSWERS} times in ${LATE_ANSWER_SECONDS / 60} minutes, with a message in the format of Slack. \`replace_original\` changes the message, \`delete_original\` deletes it, and \`in_channel\` posts another one. All else is a direct message to the user.`,
  caller: anyone,
  streams: 'any body',
  params: { token: text(MAX_TOKEN_CHARACTERS) },
  serves: { 200: { description: 'The answer took effect.' } },
  errors: [
    answerIsUnknown,
    answerIsLate,
    answerIsUnreadable,
    tooManyAnswers,
    invalidMessage,
    pressFailed,
    notPermittedToDelete,
    tooLateToDelete,
    ...sendingErrors,
  ],
  steps: { answer },
  decide: (realm, _, { token }) => {
    requireAnswerablePress(realm, token)
    return { now: realm.now() }
  },
  serve: async (edge, { now }, { token }) => {
    const late = await readLateAnswer(new TextDecoder().decode(await readBody(edge.request)), now)
    await edge.ask(answer, { token, late })
    return plainJson({ ok: true })
  },
})
