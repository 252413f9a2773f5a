import * as v from 'valibot'
import { named } from '../../../api/named'
import { integer, list, shortText } from '../../../api/params'
import { readBody } from '../../../api/read-fields'
import { plainJson } from '../../../api/respond'
import { endpoint, step } from '../../../edge'
import type { Realm } from '../../../realm'
import { anyone, humans } from '../../people/users/callers'
import { fillInForm, requireAddress, startByAddress, visibleForms } from './arrivals'
import { MAX_FIELDS } from './limits'
import { noSuchAutomation, tooManyRuns, wrongAnswers } from './rules'

const MAX_BODY_BYTES = 2 ** 16

const start = step((realm: Realm, _: undefined, { token, body }: { token: string; body: string }) =>
  startByAddress(realm, token, body),
)

export const startAutomation = endpoint.file({
  route: 'POST site:/automations/:token',
  summary: 'Start an automation by its address.',
  note: 'Its text is the field `text` of a JSON body, or the whole body.',
  caller: anyone,
  streams: 'any body',
  params: { token: shortText() },
  serves: { 200: { description: 'The run is recorded.' } },
  errors: [noSuchAutomation, tooManyRuns],
  steps: { start },
  decide: (realm, _, { token }) => requireAddress(realm, token),
  serve: async (edge, _, { token }) => {
    const body = new TextDecoder().decode(await readBody(edge.request, MAX_BODY_BYTES))
    await edge.ask(start, { token, body })
    return plainJson({ ok: true })
  },
})

export const getAutomationForms = endpoint.decision({
  route: 'GET /parley/automations/forms',
  summary: 'Get the forms that you can fill in: those of the channels that you can read.',
  caller: humans,
  params: {},
  returns: {
    forms: v.array(
      named(
        'AutomationForm',
        v.strictObject({
          id: v.number(),
          user_id: v.number(),
          stream_id: v.number(),
          title: v.string(),
          fields: v.array(v.string()),
        }),
      ),
    ),
  },
  errors: [],
  decide: (realm, actor) => ({ forms: visibleForms(realm, actor) }),
})

export const fillInAutomationForm = endpoint.decision({
  route: 'POST /parley/automations/:automation_id/form',
  summary: 'Fill in a form. Its maker decided what follows.',
  caller: humans,
  params: { automation_id: integer(), answers: list(shortText(), MAX_FIELDS) },
  returns: {},
  errors: [noSuchAutomation, wrongAnswers, tooManyRuns],
  decide: (realm, actor, { automation_id, answers }) => fillInForm(realm, actor, automation_id, answers),
})
