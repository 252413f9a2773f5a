import type { Client } from '../../client/client'
import { channelsInOrder } from '../../store/conversations'

/** Returns the names of the user's channels, by id. */
export const channelChoices = ({ store }: Client): Record<string, string> =>
  Object.fromEntries(channelsInOrder(store.state).map(({ stream_id, name }) => [`${stream_id}`, `# ${name}`]))

/** Returns the names of the groups that people made, by id. */
export const groupChoices = ({ store, watch }: Client): Record<string, string> => {
  watch('groups')
  const groups = store.state.realm_user_groups.filter((group) => !group.is_system_group && !group.deactivated)
  return Object.fromEntries(groups.map(({ id, name }) => [`${id}`, name]))
}
