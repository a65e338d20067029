import * as z from 'zod/mini';

import { pastDateRule } from '#contract/v1/rules/date-rule.ts';
import { numberError, numberRule } from '#contract/v1/rules/number-rule.ts';
import {
  choiceRule,
  choicesRule,
  emailRule,
  error,
  phoneRule,
  textRule,
  type Rule,
  type ValidationResult,
} from '#contract/v1/rules/rules.ts';

import { maxNotesLength } from './records.ts';

/** The kind of a field, which decides its control, its CSV cell and its JSON form. */
export type Kind = 'text' | 'notes' | 'email' | 'phone' | 'number' | 'date' | 'choice' | 'choices';

/**
 * One input field: its label, its kind and its rule. Everything else about the field derives from
 * these.
 */
export interface Field<T, Required extends boolean = boolean> {
  readonly label: string;
  readonly kind: Kind;
  readonly required: Required;
  /** The error message for an empty text of a required field. */
  readonly emptyError?: string;
  /** Validates the text of a form field or a CSV cell. The text is never empty. */
  readonly rule: Rule<T>;
  /** Validates the field's JSON form, which is never empty. */
  readonly validateJson: (input: unknown) => ValidationResult<T>;
  /** The allowed values of a choice. */
  readonly values?: readonly string[];
  /** The JSON Schema of the field's JSON form. */
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Returns the same field as a required one: it must have a value on creation and cannot be cleared.
 * `emptyError` is the message for an empty one, such as "Enter a first name."
 */
export function required<T>(field: Field<T>, emptyError: string): Field<T, true> {
  return { ...field, required: true, emptyError };
}

/** Returns an optional field whose text form and JSON form are the same string. */
function textField<T>(
  label: string,
  kind: Kind,
  rule: Rule<T>,
  json: Readonly<Record<string, unknown>>,
): Field<T, false> {
  const validateJson = (input: unknown) =>
    typeof input === 'string' ? rule(input) : error('Send a string.');
  return { label, kind, required: false, json: { type: 'string', ...json }, rule, validateJson };
}

/** Returns a field for one line of text of at most `max` characters. */
export function text(label: string, max = 255) {
  return textField(label, 'text', textRule(max), { maxLength: max });
}

/** Returns a field for several lines of text of at most `max` characters. */
export function notes(label: string, max: number = maxNotesLength) {
  return textField(label, 'notes', textRule(max, true), { maxLength: max });
}

export function email(label: string) {
  return textField(label, 'email', emailRule, { format: 'email', maxLength: 255 });
}

export function phone(label: string) {
  return textField(label, 'phone', phoneRule, {
    description:
      '+, country code, local number: 7 to 15 digits, without the 0 dialled only within a country.',
    examples: ['+61412345678'],
  });
}

/**
 * Returns a field for a whole number from 0: a JSON number on the wire, digits in a form or a CSV
 * cell.
 */
export function number(label: string): Field<number, false> {
  const json = { type: 'integer', minimum: 0, maximum: 999_999_999_999 };
  const rules = { rule: numberRule, validateJson: validateNumber };
  return { label, kind: 'number', required: false, json, ...rules };
}

function validateNumber(input: unknown): ValidationResult<number> {
  if (typeof input !== 'number') return error('Send a JSON number: digits only, without quotes.');
  const sentence = numberError(input);
  return sentence === undefined ? { value: input } : error(sentence);
}

/** Returns a field for a day from 1900 that is not in the future. */
export function pastDate(label: string) {
  return textField(label, 'date', pastDateRule, {
    description:
      'YYYY-MM-DD from 1900-01-01 to today. An ISO date-time is taken at midnight, or without a time zone; the date as written counts.',
    examples: ['1984-03-14'],
  });
}

/** Returns a field for one of `values`. */
export function choice<const V extends string>(
  label: string,
  values: readonly V[],
): Field<V, false> {
  return { ...textField(label, 'choice', choiceRule(values), { enum: values }), values };
}

/** Returns a field for any of `values`: an array on the wire, separated by `;` in a CSV cell. */
export function choices<const V extends string>(
  label: string,
  values: readonly V[],
): Field<V[], false> {
  const json = { type: 'array', items: { type: 'string', enum: values } };
  const rule = choicesRule(values);
  const validateJson = (input: unknown): ValidationResult<V[]> => {
    const isList =
      Array.isArray(input) && input.every((one) => typeof one === 'string' && !one.includes(';'));
    return isList ? rule(input.join(';')) : error('Send an array of the allowed values.');
  };
  return { label, kind: 'choices', required: false, values, json, rule, validateJson };
}

/**
 * The output of a field's schema: the value, or null if an optional field is empty or is to be
 * cleared.
 */
export type Input<F> = F extends Field<infer T, infer R> ? (R extends true ? T : T | null) : never;

/** The value of a field type, never null. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

/**
 * Which inputs count as no value. On creation, `null`, `""` and an absent member are the same for
 * every field. In an update, `""` is rejected for a number, a list or an address.
 */
export type Mode = 'create' | 'update';

/** Returns the schema of what a function makes of an input; its error is that of the schema. */
// @__NO_SIDE_EFFECTS__
export function validated<Value, Out>(validate: (input: Value) => ValidationResult<Out>) {
  return z.transform((input: Value, context): Out => {
    const result = validate(input);
    if (result.error === undefined) return result.value;
    context.issues.push({ code: 'custom', message: result.error, input });
    return z.NEVER;
  });
}

/**
 * Returns the schema of a field's JSON form. Rejects invalid input with the field's own message,
 * and an empty required field with a message that names the field.
 */
export function jsonSchema<T>(field: Field<T>, mode: Mode): z.ZodMiniType<T | null> {
  const schema = z.pipe(
    z.unknown(),
    validated((input) =>
      isEmpty(field, input, mode) ? emptyResult(field) : field.validateJson(input),
    ),
  );
  const described = field.required ? field.json : nullable(field.json);
  z.globalRegistry.add(schema, { title: field.label, ...described });
  return schema;
}

/**
 * Validates the text of a form control or a CSV cell. An empty text is an error if the field is
 * required.
 */
export function validateText<T>(field: Field<T>, input: string): ValidationResult<T | null> {
  if (input.trim() !== '') return field.rule(input);
  return emptyResult(field);
}

function emptyResult(field: Field<unknown>): ValidationResult<null> {
  return field.required ? error(field.emptyError ?? 'Enter a value.') : { value: null };
}

function isEmpty(field: Field<unknown>, input: unknown, mode: Mode): boolean {
  if (input === undefined || input === null) return true;
  if (field.kind === 'choices' && Array.isArray(input)) return input.length === 0;
  if (typeof input !== 'string' || input.trim() !== '') return false;
  return mode === 'create' || (field.kind !== 'number' && field.kind !== 'choices');
}

function nullable(json: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { type, enum: values, ...rest } = json;
  if (Array.isArray(values)) return { ...rest, type: [type, 'null'], enum: [...values, '', null] };
  return { ...rest, type: [type, 'null'] };
}
