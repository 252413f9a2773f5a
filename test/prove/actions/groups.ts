import type { RequestGenerators } from '../request-generator'

const GROUPS = [9, 10, 11] // the first groups that users create

export const groups: RequestGenerators = {
  'POST /user_groups/create': [
    ({ pick, world }) => ({
      name: `group-${world.counter++}`,
      description: '',
      members: [pick(world.people).id],
      subgroups: pick([[], [pick(GROUPS)]]),
      can_join_group: 6,
    }),
  ],
  'POST /user_groups/:user_group_id/members': [
    ({ pick, actor, world }) => ({
      user_group_id: pick(GROUPS),
      [pick(['add', 'delete'])]: pick([[actor.id], [pick(world.people).id, pick(world.people).id]]),
    }),
  ],
  'POST /user_groups/:user_group_id/subgroups': [
    ({ pick }) => ({ user_group_id: pick(GROUPS), [pick(['add', 'delete'])]: [pick([...GROUPS, 2])] }),
  ],
  'POST /user_groups/:user_group_id/deactivate': [({ pick }) => ({ user_group_id: pick(GROUPS) })],
  'PATCH /user_groups/:user_group_id': [
    ({ pick }) => ({ user_group_id: pick(GROUPS), deactivated: false, description: pick(['Us', 'Them']) }),
  ],
}
