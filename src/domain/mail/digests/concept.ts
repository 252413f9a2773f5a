import { concept } from '../../../concept'
import { sendDigests } from './due-work'
import tables from './tables.sql'

export const digests = concept({ name: 'mail/digests', tables: [tables], dueWork: [sendDigests] })
