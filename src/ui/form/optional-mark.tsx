/** Says beside a label that its field can stay empty. */
export function OptionalMark() {
  return <span className="soft small">optional</span>;
}
