import { createMemo } from 'solid-js'
import { organizationWords as words } from '../../words/en-organization'

type Props = {
  /** Undefined: a new item. */
  of?: { name: string; description: string }
  most: { name: number; description: number }
  needsDescription?: boolean
}

/** The name and the description of a group, a folder or a set of channels. */
export function NameFields(props: Props) {
  // An event that changes something else leaves what the user types.
  const name = createMemo(() => props.of?.name ?? '')
  const description = createMemo(() => props.of?.description ?? '')
  return (
    <>
      <label>
        {words.groupName}
        <input name="name" required maxlength={props.most.name} dir="auto" autocomplete="off" value={name()} />
      </label>
      <label>
        {words.groupDescription}
        <input
          name="description"
          required={props.needsDescription}
          maxlength={props.most.description}
          dir="auto"
          autocomplete="off"
          value={description()}
        />
      </label>
    </>
  )
}
