import type { RequestGenerators } from '../request-generator'

/** Presence and muted users. */
export const people: RequestGenerators = {
  'POST /users/me/muted_users/:muted_user_id': [({ pick, world }) => ({ muted_user_id: pick(world.people).id })],
  'DELETE /users/me/muted_users/:muted_user_id': [({ pick, world }) => ({ muted_user_id: pick(world.people).id })],
  'POST /users/me/presence': [
    ({ pick }) => ({
      status: pick(['active', 'idle']),
      ping_only: pick([true, false]),
      last_update_id: pick([undefined, -1, 0, 50]),
    }),
  ],
  'POST /users/me/status': [({ pick }) => ({ away: pick([true, false]) })],
  'POST /remove_client_device': [({ pick }) => ({ device_id: pick([1, 2, 3, 4]) })],
}
