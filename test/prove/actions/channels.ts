import type { RequestGenerators } from '../request-generator'

const CHANNELS = [1, 2, 3, 4, 5, 6]
const GROUPS = [9, 10, 11, 1, 2, 5]

export const channels: RequestGenerators = {
  'PATCH /streams/:stream_id': [
    ({ pick, world }) => {
      const holders = { direct_members: [pick(world.people).id, pick(world.people).id], direct_subgroups: [] }
      const changes: object[] = [
        { is_private: pick([true, false]) },
        { is_private: pick([true, false]), history_public_to_subscribers: true },
        { can_subscribe_group: { new: pick<object | number>([holders, ...GROUPS]) } },
        { can_add_subscribers_group: { new: pick<object | number>([holders, ...GROUPS]) } },
        { can_administer_channel_group: { new: pick<object | number>([holders, ...GROUPS]) } },
        { description: pick(['Come in', 'Stay out']) },
        { is_archived: pick([true, false]) },
        { new_name: `renamed-${world.counter++}` },
      ]
      return { stream_id: pick(CHANNELS), ...pick(changes) }
    },
  ],
  'DELETE /streams/:stream_id': [({ pick }) => ({ stream_id: pick(CHANNELS) })],
}
