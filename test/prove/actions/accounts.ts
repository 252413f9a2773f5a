import type { RequestGenerators } from '../request-generator'

export const accounts: RequestGenerators = {
  'POST /users': [
    ({ world }) => ({
      email: `new${world.counter}@example.com`,
      password: 'long and good',
      full_name: `New ${world.counter++}`,
    }),
  ],
  'PATCH /users/:user_id': [
    ({ pick, world }) => ({ user_id: pick(world.people).id, role: pick([600, 400, 300, 200]) }),
    ({ pick, world }) => ({ user_id: pick(world.people).id, full_name: `Person ${world.counter++}` }),
  ],
  'DELETE /users/:user_id': [({ pick, world }) => ({ user_id: pick([...world.people].reverse()).id })],
  'POST /users/:user_id/reactivate': [({ pick, world }) => ({ user_id: pick([...world.people].reverse()).id })],
  'POST /bots': [
    ({ pick, world }) => ({
      full_name: `Bot ${world.counter}`,
      short_name: `b${world.counter++}`,
      bot_type: pick([1, 2]),
    }),
  ],
  'PATCH /bots/:bot_id': [({ pick, world }) => ({ bot_id: pick([9, 10]), full_name: `Bot ${world.counter++}` })],
  'DELETE /bots/:bot_id': [({ pick }) => ({ bot_id: pick([9, 10]) })],
  'POST /invites/multiuse': [({ pick }) => ({ stream_ids: pick([[], [1]]), invite_as: pick([400, 600]) })],
  'POST /parley/guest_links': [
    ({ pick }) => ({ stream_id: pick([1, 2]), expires_in_minutes: 5, max_uses: 2, guests_leave: pick([true, false]) }),
  ],
  'DELETE /parley/guest_links/:guest_link_id': [
    ({ pick }) => ({ guest_link_id: pick([1, 2]), deactivate_guests: pick([true, false]) }),
  ],
  'DELETE /invites/multiuse/:invite_id': [({ pick }) => ({ invite_id: pick([1, 2]) })],
}
