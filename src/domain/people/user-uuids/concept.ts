import { concept } from '../../../concept'
import tables from './tables.sql'

export const userUuids = concept({ name: 'people/user-uuids', tables: [tables] })
