package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a column holds, by its name. */
class UnitNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "customer",
        "Customers",
        "customer_id",
        "customerId",
        "customerid",
        "patient-no",
        "visitor",
        "PATIENT_ID",
        "hashed user",
        "account.key"
      })
  void someoneWhoComesAgain(String name) {
    assertThat(UnitNames.isUnit(name)).isTrue();
    assertThat(UnitNames.isIdentifier(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"item_id", "id", "_id", "zip_code", "requestId", "uuid"})
  void anIdentifierOfSomething(String name) {
    assertThat(UnitNames.isUnit(name)).isFalse();
    assertThat(UnitNames.isIdentifier(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"age", "customer_age", "user type", "userType", "paid", "!!", "", "grid"})
  void whatDescribes(String name) {
    assertThat(UnitNames.isIdentifier(name)).isFalse();
  }
}
