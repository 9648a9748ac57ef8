import type { ComponentProps, ReactElement, ReactNode } from "react";

import { Field, type ControlProps } from "@/ui/field";
import { Input, Select, Textarea } from "@/ui/input";

import type { FormState } from "./use-form";

export type Name<V> = keyof V & string;

export type FieldProps<V extends object> = {
  form: FormState<V>;
  name: Name<V>;
  label: string;
  hint?: ReactNode;
  required?: boolean | undefined;
};

type Control<V extends object> = ControlProps & { name: string; value: V[Name<V>]; readOnly: boolean };

type FormFieldProps<V extends object> = FieldProps<V> & {
  children: (control: Control<V>, change: (value: V[Name<V>]) => void) => ReactNode;
};

/** A form field around any control: label, value and error. */
export function FormField<V extends object>({
  form,
  name,
  label,
  hint,
  required,
  children,
}: FormFieldProps<V>): ReactElement {
  const change = (value: V[Name<V>]): void => form.change({ [name]: value } as unknown as Partial<V>);
  return (
    <Field label={label} hint={hint} required={required ?? false} error={form.errors[name]}>
      {(control) => children({ ...control, name, value: form.values[name], readOnly: form.isBusy }, change)}
    </Field>
  );
}

type TextProps<V extends object> = FieldProps<V> &
  Pick<ComponentProps<"input">, "type" | "autoComplete" | "inputMode" | "placeholder" | "maxLength" | "min" | "max">;

/** A text or date input in a form. */
export function TextField<V extends object>({
  form,
  name,
  label,
  hint,
  required,
  ...input
}: TextProps<V>): ReactElement {
  return (
    <FormField form={form} name={name} label={label} hint={hint} required={required}>
      {(control, change) => (
        <Input
          {...input}
          {...control}
          value={String(control.value)}
          onChange={(event) => change(event.target.value as V[Name<V>])}
        />
      )}
    </FormField>
  );
}

type TextareaProps<V extends object> = FieldProps<V> &
  Pick<ComponentProps<"textarea">, "rows" | "maxLength" | "placeholder" | "className">;

/** A textarea in a form. */
export function TextareaField<V extends object>({
  form,
  name,
  label,
  hint,
  required,
  ...input
}: TextareaProps<V>): ReactElement {
  return (
    <FormField form={form} name={name} label={label} hint={hint} required={required}>
      {(control, change) => (
        <Textarea
          {...input}
          {...control}
          value={String(control.value)}
          onChange={(event) => change(event.target.value as V[Name<V>])}
        />
      )}
    </FormField>
  );
}

type SelectProps<V extends object> = FieldProps<V> & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Converts an option to the form's value, if that is not a string. */
  parse?: (value: string) => V[Name<V>];
};

/** A select in a form. */
export function SelectField<V extends object>(props: SelectProps<V>): ReactElement {
  const { form, name, label, hint, required, options, parse = (value) => value as V[Name<V>] } = props;
  return (
    <FormField form={form} name={name} label={label} hint={hint} required={required}>
      {({ readOnly, ...control }, change) => (
        <Select
          {...control}
          disabled={readOnly}
          value={String(control.value)}
          options={options}
          onValueChange={(value) => change(parse(value))}
        />
      )}
    </FormField>
  );
}
