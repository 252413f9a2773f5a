import { env } from 'cloudflare:workers'
import { succeeded, type Json, type Person } from '../../support/person'
import type { Cases } from '../case'
import type { World } from '../world'
import { newPerson } from './accounts'

let made = 0
const name = () => `made ${++made} `.padEnd(59, 'x')

const newField = async ({ cast }: World, field_type = 1): Promise<number> =>
  succeeded(await cast.ada.post('/realm/profile_fields', { name: `f${++made}`, field_type })).id

const CHOICES = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [`${index}`, { text: `${index}`, order: `${index}` }]),
)

const linkifier = () => ({
  pattern: `x${++made}-(?P<id>[0-9]+)`,
  url_template: 'https://example.com/{id}',
  example_input: undefined,
  reverse_template: undefined,
  alternative_url_templates: Array.from({ length: 20 }, (_, index) => `https://example.com/${index}/{id}`),
})

export const organizationCases: Cases = {
  'GET site:/metrics': () => ({
    sender: 'no account',
    headers: { authorization: `Bearer ${env.METRICS_TOKEN}` },
    fields: { after: '' },
  }),
  // Only a mail server can make an address suppressed.
  'DELETE /parley/mail/suppressions': () => ({ fields: { address: 'x'.repeat(1000) }, expected: 400 }),
  'POST /realm/profile_fields': () => ({
    fields: {
      name: `f${++made}`.padEnd(40, 'x'),
      hint: 'x'.repeat(80),
      field_type: 3,
      field_data: CHOICES,
      display_in_profile_summary: false,
    },
  }),
  'PATCH /realm/profile_fields/:field_id': async (world) => ({
    fields: {
      field_id: await newField(world),
      name: `f${++made}`.padEnd(40, 'x'),
      hint: 'x'.repeat(80),
      field_data: undefined,
      display_in_profile_summary: false,
    },
  }),
  'DELETE /realm/profile_fields/:field_id': async (world) => ({ fields: { field_id: await newField(world) } }),
  'PATCH /realm/profile_fields': async (world) => {
    const { ada } = world.cast
    const fields: Json[] = succeeded(await ada.get('/realm/profile_fields')).custom_fields
    for (let count = fields.length; count < 90; count++) await newField(world)
    const { custom_fields } = succeeded(await ada.get('/realm/profile_fields'))
    return { fields: { order: custom_fields.map(({ id }: Json) => id).toReversed() } }
  },
  'PATCH /users/me/profile_data': async (world) => ({
    sender: await newPerson(world),
    fields: { data: await longestProfileData(world) },
  }),
  'DELETE /users/me/profile_data': async (world) => {
    const sender = await newPerson(world)
    const data = await longestProfileData(world)
    succeeded(await sender.patch('/users/me/profile_data', { data }))
    return { sender, fields: { data: data.map(({ id }) => id) } }
  },
  'POST /realm/filters': () => ({ fields: linkifier() }),
  'PATCH /realm/filters/:filter_id': async ({ cast }) => ({
    fields: { filter_id: succeeded(await cast.ada.post('/realm/filters', linkifier())).id, ...linkifier() },
  }),
  'DELETE /realm/filters/:filter_id': async ({ cast }) => ({
    fields: { filter_id: succeeded(await cast.ada.post('/realm/filters', linkifier())).id },
  }),
  'PATCH /realm/linkifiers': async ({ cast }) => {
    for (let index = 0; index < 50; index++) succeeded(await cast.ada.post('/realm/filters', linkifier()))
    const { linkifiers } = succeeded(await cast.ada.get('/realm/linkifiers'))
    return { fields: { ordered_linkifier_ids: linkifiers.map(({ id }: Json) => id).toReversed() } }
  },
  'POST /realm/playgrounds': () => ({
    fields: { name: name(), pygments_language: 'Python', url_template: `https://example.com/${'x'.repeat(150)}{code}` },
  }),
  'PATCH /parley/playgrounds/:playground_id': async ({ cast }) => {
    const playground = { pygments_language: 'C', url_template: 'https://example.com/{code}' }
    const { id: playground_id } = succeeded(await cast.ada.post('/realm/playgrounds', { name: name(), ...playground }))
    const url_template = `https://example.com/${'x'.repeat(150)}{code}`
    return { fields: { playground_id, name: name(), pygments_language: 'C', url_template } }
  },
  'DELETE /realm/playgrounds/:playground_id': async ({ cast }) => ({
    fields: {
      playground_id: succeeded(
        await cast.ada.post('/realm/playgrounds', {
          name: name(),
          pygments_language: 'Go',
          url_template: 'https://example.com/{code}',
        }),
      ).id,
    },
  }),
  'POST /parley/what_if/realm': () => ({
    fields: { message_retention_days: 30, waiting_period_threshold: 30, can_access_all_users_group: undefined },
  }),
  'POST /realm/domains': () => ({ fields: { domain: `${'x'.repeat(60)}.example.com` } }),
  'PATCH /realm/domains/:domain': async ({ cast }) => ({ fields: { domain: await newDomain(cast.ada) } }),
  'DELETE /realm/domains/:domain': async ({ cast }) => ({ fields: { domain: await newDomain(cast.ada) } }),
}

async function newDomain(ada: Person): Promise<string> {
  const domain = `${++made}${'x'.repeat(50)}.example.com`
  succeeded(await ada.post('/realm/domains', { domain, allow_subdomains: true }))
  return domain
}

/** Returns the longest value for each of 50 text fields. */
async function longestProfileData(world: World): Promise<{ id: number; value: string }[]> {
  const { ada } = world.cast
  const fields: Json[] = succeeded(await ada.get('/realm/profile_fields')).custom_fields
  const short = fields.filter(({ type }) => type === 1)
  for (let count = short.length; count < 50; count++) short.push({ id: await newField(world) })
  return short.map(({ id }) => ({ id, value: 'x'.repeat(50) }))
}
