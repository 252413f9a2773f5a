import { concept } from '../../../concept'
import tables from './tables.sql'
import { getIcon, uploadIcon, deleteIcon, getLogo, uploadLogo, deleteLogo, getDefaultLogo } from './endpoints'
import { realmPicturesState } from './events'

export const realmPictures = concept({
  name: 'customization/realm-pictures',
  title: 'Icon and logos',
  tables: [tables],
  endpoints: [getIcon, uploadIcon, deleteIcon, getLogo, uploadLogo, deleteLogo, getDefaultLogo],
  state: [realmPicturesState],
})
