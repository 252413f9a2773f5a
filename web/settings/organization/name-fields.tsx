import { createMemo } from 'solid-js'
import { organizationWords as words } from '../../words/en-organization'
import { TextField } from '../form-fields'

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
      <TextField label={words.groupName} name="name" most={props.most.name} value={name()} />
      <TextField
        label={words.groupDescription}
        name="description"
        most={props.most.description}
        isOptional={!props.needsDescription}
        value={description()}
      />
    </>
  )
}
