import { createsHold, letSearch, searches } from '../../support/discovery'
import { succeeded, type FieldValue } from '../../support/person'
import type { Cases } from '../case'
import type { World } from '../world'

const REASON = 'x'.repeat(500)

/** A hold of as many people as one can name, and a search with a long narrow. */
const hold = ({ cast }: World): Record<string, FieldValue> => ({
  name: 'x'.repeat(60),
  reason: REASON,
  user_ids: [cast.ada.id, cast.ben.id, cast.cleo.id, cast.dov.id, cast.ezra.id],
  stream_ids: [cast.general.stream_id, cast.vault.stream_id],
  ...TIME,
})

const TIME = { sent_from: 1, sent_before: 4_000_000_000 }
const ABOVE_ALL = 1_000_000_000

const NARROW = [
  { operator: 'search', operand: 'nothing has this', negated: true },
  { operator: 'is', operand: 'dm', negated: true },
]

export const discoveryCases: Cases = {
  'POST /parley/discovery/holds': async (world) => {
    await letSearch(world.cast.ada, world.cast.ada)
    return { fields: hold(world) }
  },
  'GET /parley/discovery/holds': async (world) => {
    await letSearch(world.cast.ada, world.cast.ada)
    for (let n = 0; n < 10; n++) await createsHold(world.cast.ada, hold(world))
    return { fields: {} }
  },
  'DELETE /parley/discovery/holds/:hold_id': async (world) => {
    await letSearch(world.cast.ada, world.cast.ada)
    return { fields: { hold_id: await createsHold(world.cast.ada, hold(world)), reason: REASON } }
  },
  'POST /parley/discovery/searches': async ({ cast }) => {
    await letSearch(cast.ada, cast.ada)
    return { fields: { reason: REASON, narrow: NARROW, ...TIME } }
  },
  'GET /parley/discovery/searches/:search_id/messages': async ({ cast }) => {
    await letSearch(cast.ada, cast.ada)
    return { fields: { search_id: await searches(cast.ada, NARROW), before: ABOVE_ALL } }
  },
  'POST /parley/discovery/searches/:search_id/exports': async ({ cast }) => {
    await letSearch(cast.ada, cast.ada)
    return { fields: { search_id: await searches(cast.ada, NARROW) } }
  },
  'GET /parley/discovery/exports': async ({ cast }) => {
    await letSearch(cast.ada, cast.ada)
    return { fields: {} }
  },
  'DELETE /parley/discovery/exports/:export_id': async ({ cast }) => {
    await letSearch(cast.ada, cast.ada)
    const { exports } = succeeded(await cast.ada.get('/parley/discovery/exports'))
    return { fields: { export_id: exports[0].id } }
  },
  'GET /parley/discovery/log': async ({ cast }) => {
    await letSearch(cast.ada, cast.ada)
    for (let n = 0; n < 50; n++) await searches(cast.ada, NARROW, { reason: REASON })
    return { fields: { before_id: ABOVE_ALL } }
  },
}
