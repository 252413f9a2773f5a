import { organizationWords as words } from '../../words/en-organization'

type Props = { name: string; isFirst: boolean; isLast: boolean; move: (by: 1 | -1) => void }

/** The buttons that move an item of an ordered list up and down, so that a pointer is not needed. */
export function OrderButtons(props: Props) {
  return (
    <>
      <button class="act" disabled={props.isFirst} aria-label={words.moveUp(props.name)} onClick={() => props.move(-1)}>
        ↑
      </button>
      <button class="act" disabled={props.isLast} aria-label={words.moveDown(props.name)} onClick={() => props.move(1)}>
        ↓
      </button>
    </>
  )
}
