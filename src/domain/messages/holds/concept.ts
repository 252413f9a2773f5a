import { concept } from '../../../concept'
import { keepHeldTexts } from './due-work'
import tables from './tables.sql'

export const holds = concept({ name: 'messages/holds', tables: [tables], dueWork: [keepHeldTexts] })
