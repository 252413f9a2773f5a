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
  return (
    <>
      <TextField label={words.groupName} name="name" most={props.most.name} value={props.of?.name} />
      <TextField
        label={words.groupDescription}
        name="description"
        most={props.most.description}
        isOptional={!props.needsDescription}
        value={props.of?.description}
      />
    </>
  )
}
