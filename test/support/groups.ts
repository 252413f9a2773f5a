import { succeeded, type FieldValue, type Json, type Person } from './person'

/** A group made by one person, with these people in it. */
export async function newGroup(
  creator: Person,
  name: string,
  people: readonly Person[] = [],
  more: Record<string, FieldValue> = {},
): Promise<number> {
  const members = people.map((person) => person.id)
  return succeeded(await creator.post('/user_groups/create', { name, description: '', members, ...more })).group_id
}

/** The groups that people made, as somebody is told of them. */
export const ownGroups = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/user_groups', { include_deactivated_groups: true })).user_groups.filter(
    (group: Json) => !group.is_system_group,
  )
