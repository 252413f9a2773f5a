import { succeeded, type FieldValue } from '../../support/person'
import type { Case, Cases } from '../case'
import type { World } from '../world'

const MAX_ACTIONS = 5
const CONTENT = '{text} {person} {link} '.repeat(80)

/** An automation with as many actions as the largest can have. */
const automation = ({ general }: World['cast']): Record<string, FieldValue> => ({
  name: 'Answers',
  trigger: { kind: 'webhook' },
  actions: Array.from({ length: MAX_ACTIONS }, (_, index) => ({
    kind: 'create_topic',
    stream_id: general.stream_id,
    topic: `answer ${index}`,
    content: CONTENT,
  })),
})

const created = async ({ cast }: World, fields: Record<string, FieldValue> = {}) =>
  succeeded(await cast.ada.post('/parley/automations', { ...automation(cast), ...fields })).automation

const ofAutomation: Case = async (world) => {
  const { id } = await created(world)
  return { fields: { automation_id: id } }
}

export const automationCases: Cases = {
  'POST /parley/automations': ({ cast }) => ({ fields: automation(cast) }),
  'POST /parley/automations/try': ({ cast }) => ({ fields: { ...automation(cast), text: 'x'.repeat(2000) } }),
  'GET /parley/automations': () => ({ fields: { of_all: true } }),
  'PATCH /parley/automations/:automation_id': async (world) => {
    const { id } = await created(world)
    return { fields: { automation_id: id, ...automation(world.cast), is_enabled: true } }
  },
  'DELETE /parley/automations/:automation_id': ofAutomation,
  'GET /parley/automations/:automation_id/runs': ofAutomation,
  'GET /parley/automations/:automation_id/secrets': ofAutomation,
  'POST /parley/automations/stop': () => ({ fields: {} }),
  'GET /parley/automations/forms': () => ({ fields: {} }),
  'POST /parley/automations/:automation_id/form': async (world) => {
    const { general } = world.cast
    const trigger = { kind: 'form', stream_id: general.stream_id, title: 'Bug', fields: ['What'] }
    const { id } = await created(world, { trigger })
    return { fields: { automation_id: id, answers: ['x'.repeat(1000)] } }
  },
  'POST site:/automations/:token': async (world) => {
    const { id } = await created(world)
    const { url } = succeeded(await world.cast.ada.get(`/parley/automations/${id}/secrets`))
    return { fields: { token: new URL(url).pathname.split('/').at(-1) ?? '' }, body: JSON.stringify({ text: 'x' }) }
  },
}
