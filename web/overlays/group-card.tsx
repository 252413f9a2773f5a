import { createMemo, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { PeopleList } from '../parts/people-list'
import { printCard } from '../routes/card'
import { overlayWords as words } from '../words/en-overlays'

type Group = {
  id: number
  name: string
  description: string
  members: ReadonlySet<number>
  direct_subgroup_ids: number[]
}

/** Returns the name of a group. The groups of roles have names of their own. */
export const groupName = ({ name }: Pick<Group, 'name'>): string => words.systemGroups[name] ?? name

/** A group: its description, its members and the groups in it. */
export function GroupCard(props: { id: number; close: () => void }) {
  const { names, store, watch } = useClient()
  const groupOf = (id: number): Group | undefined =>
    store.state.realm_user_groups.find((group: Group) => group.id === id)
  const group = createMemo(
    () => {
      watch('groups')
      return groupOf(props.id)
    },
    undefined,
    { equals: false },
  )
  const members = createMemo(() =>
    [...(group()?.members ?? [])].sort((a, b) => names.user(a).localeCompare(names.user(b))),
  )
  const subgroups = () => (group()?.direct_subgroup_ids ?? []).flatMap((id) => groupOf(id) ?? [])
  return (
    <Dialog title={group() ? `@ ${groupName(group()!)}` : words.groups} close={props.close}>
      <Show when={group()} fallback={<p>{words.unknownGroup}</p>}>
        <p dir="auto">{group()?.description}</p>
        <Show when={subgroups().length > 0}>
          <h3>{words.includes}</h3>
          <For each={subgroups()}>
            {(inner) => (
              <a class="chip" href={printCard({ card: 'group', id: inner.id })}>
                {groupName(inner)}
              </a>
            )}
          </For>
        </Show>
        <h3>{words.members(members().length)}</h3>
        <PeopleList user_ids={members()} />
      </Show>
    </Dialog>
  )
}
