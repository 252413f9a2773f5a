import { concept } from '../../../concept'
import { updateFlagsInNarrow } from './endpoints'

export const flagsInNarrow = concept({
  name: 'messages/flags-in-narrow',
  title: 'Message flags',
  endpoints: [updateFlagsInNarrow],
})
