import { concept } from '../../../concept'
import tables from './tables.sql'

export const plannedEmails = concept({ name: 'mail/planned-emails', tables: [tables] })
