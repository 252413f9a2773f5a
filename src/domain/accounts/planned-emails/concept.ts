import { concept } from '../../../concept'
import tables from './tables.sql'

export const plannedEmails = concept({ name: 'accounts/planned-emails', tables: [tables] })
