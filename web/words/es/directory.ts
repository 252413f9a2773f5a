// The text about the directory of the organization, in Spanish.

import type { directoryWords as English } from '../en-directory'

export const directoryWords: typeof English = {
  title: 'Directorio',
  text: 'Un directorio como Okta o Entra puede crear, modificar y cerrar aquí cuentas y grupos mediante SCIM.',
  address: 'Dirección para el directorio:',
  none: 'Aún no hay tokens.',
  add: 'Nuevo token',
  create: 'Crear un token',
  description: 'Nombre, por ejemplo el del directorio',
  token: 'Token del directorio',
  nameless: (id) => `Token ${id}`,
  madeBy: (name, day) => `Creado por ${name}, ${day}`,
  lastUsed: (ago) => `último uso ${ago}`,
  neverUsed: 'sin usar',
  replace: 'Reemplazar',
  replaceItem: (name) => `Reemplazar ${name}`,
  removeText: 'La próxima solicitud de un directorio con este token se rechazará.',
  full: 'Hay dos tokens válidos. Introduce el nuevo en el directorio y después quita el antiguo.',
}
