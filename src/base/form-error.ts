/** Why a form was refused. Its page shows the words beside the field that they are about. */
export type FormError = {
  text: string
  /** The code of the problem. */
  code: string
  /** The name of the field; null when the problem is about no field, or about several. */
  field: string | null
}
