import { ApiError } from '../../../api/errors'
import { text } from '../../../api/params'
import { readBody } from '../../../api/read-fields'
import { plainJson } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import type { Realm } from '../../../realm'
import { anyone } from '../../people/users/callers'
import { sendingErrors } from '../../writing/sending/errors'
import { getCommand, pressableAnswers } from './actions'
import { MAX_TOKEN_CHARACTERS } from './answer-token'
import { answerLater, requireAnswerableRun } from './late-answers'
import { readAnswer, type CommandAnswer } from './read-answer'
import {
  answerIsUnreadable,
  answerIsLate,
  answerIsUnknown,
  commandFailed,
  LATE_ANSWER_SECONDS,
  MAX_LATE_ANSWERS,
  noSuchCommand,
  tooManyAnswers,
} from './rules'

const answer = step((realm: Realm, _: undefined, { token, late }: { token: string; late: CommandAnswer }) =>
  answerLater(realm, token, late),
)

export const answerCommandLater = endpoint.file({
  route: 'POST site:/commands/:token',
  summary: 'Answer a slash command after the first answer, with its `response_url`.',
  note: `At most ${MAX_LATE_ANSWERS} times in ${LATE_ANSWER_SECONDS / 60} minutes, in the same form as the first answer. An answer for the user alone is a direct message of the bot.`,
  caller: anyone,
  streams: 'any body',
  params: { token: text(MAX_TOKEN_CHARACTERS) },
  serves: { 200: { description: 'The answer was sent.' } },
  errors: [
    answerIsUnknown,
    answerIsLate,
    answerIsUnreadable,
    tooManyAnswers,
    noSuchCommand,
    commandFailed,
    ...sendingErrors,
  ],
  steps: { answer },
  decide: (realm, _, { token }) => {
    const { command_id } = requireAnswerableRun(realm, token)
    return { now: realm.now(), pressable: pressableAnswers(realm, getCommand(realm, command_id).bot_id, 'all') }
  },
  serve: async (edge, facts, { token }) => {
    const text = new TextDecoder().decode(await readBody(edge.request))
    const late = await readAnswer(text, facts).catch(throwUnlessRefused)
    if (late === undefined) throw answerIsUnreadable({})
    await edge.ask(answer, { token, late })
    return plainJson({ ok: true })
  },
})

function throwUnlessRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}
